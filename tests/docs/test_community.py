"""Files that code hosts read: issue templates that ask for `cutedsl doctor`, the release workflow, the citation."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from cutedsl import __version__
from tests.docs.programs import ROOT

TEMPLATES = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def parsed(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_a_template_has_what_hosts_need(template: Any) -> None:
    form = parsed(str(template))
    assert form["name"] and form["description"]
    assert all(part["attributes"]["label"] for part in form["body"])
    labels = [part["attributes"]["label"] for part in form["body"]]
    assert "cutedsl doctor" in labels or template.stem == "question"


def test_a_release_is_built_checked_and_tried_before_it_is_published() -> None:
    jobs = parsed(".github/workflows/release.yml")["jobs"]
    steps = "\n".join(step.get("run", "") for job in ("build", "try") for step in jobs[job]["steps"])
    for word in ("hatchling build", "twine check --strict", "cutedsl --version", "cutedsl doctor", "GITHUB_REF_NAME"):
        assert word in steps
    assert jobs["try"]["needs"] == "build"
    systems = {name.partition("-")[0] for name in jobs["try"]["strategy"]["matrix"]["system"]}
    assert systems == {"ubuntu", "macos", "windows"}
    assert jobs["publish"]["needs"] == ["build", "try"]
    assert jobs["publish"]["if"] == jobs["build"]["steps"][3]["if"] == "github.ref_type == 'tag'"
    assert jobs["publish"]["permissions"] == {"id-token": "write"}


def test_the_citation_names_this_version() -> None:
    assert parsed("CITATION.cff")["version"] == __version__
