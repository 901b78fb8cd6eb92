"""What is drawn: layouts, operations of the algebra, banks, instructions, timelines."""
