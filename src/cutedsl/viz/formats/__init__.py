"""Pictures as files and text: SVG, LaTeX, matplotlib, terminals, notebooks."""
