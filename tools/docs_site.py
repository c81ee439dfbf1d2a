"""Builds the documentation site: python tools/docs_site.py (make docs).

Lays the pages out in build/docs: those of docs/, README, CHANGELOG and CONTRIBUTING with their links
adjusted, and a page of rules for each game, made from its ledger. MkDocs then makes build/site of them.
"""

import html
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from grognard.core.ledger import FILLED, Ledger, LedgerRule
from grognard.play.registry import find_system, game_ids

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "build" / "docs"
SITE = ROOT / "build" / "site"
TOP = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}


_INTRODUCTION = """For players of {title} who want to look a rule up. Each has the number that the table
cites; the words are ours. *Reading* says how the program takes what the source leaves open; *house* marks
what is ours."""


def lay_out() -> None:
    """Copy and write all pages."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES)
    for page in PAGES.rglob("*.md"):
        up = "../" * (len(page.relative_to(PAGES).parts) - 1)
        page.write_text(_from_docs(page.read_text("utf-8"), up), "utf-8")
    for name, page_name in TOP.items():
        (PAGES / page_name).write_text(_from_top((ROOT / name).read_text("utf-8")), "utf-8")
    (PAGES / "rules").mkdir()
    for game in game_ids():
        (PAGES / "rules" / f"{game}.md").write_text(rules_page(find_system(game).ledger, game), "utf-8")


def _from_top(text: str) -> str:
    """A page of the repository's top folder as it stands in the site."""
    text = re.sub(r"\]\(docs/", "](", text)
    for name, page in TOP.items():
        text = text.replace(f"]({name}", f"]({page}")
    return text


def _from_docs(text: str, up: str) -> str:
    """A page of docs/ as it stands in the site: the top folder's pages lie beside it, code lies nowhere."""
    for name, page in TOP.items():
        text = text.replace(f"](../{up}{name}", f"]({up}{page}")
    return re.sub(rf"\[([^]]*)\]\(\.\./{re.escape(up)}(?:web|src|tests|tools)/[^)]*\)", r"\1", text)


# -- rules ------------------------------------------------------------------------------------------


def rules_page(ledger: Ledger, game: str) -> str:
    """All rules of a game, chapter by chapter, in our words."""
    title = find_system(game).title
    lines = [
        f"# {title}: the rules",
        "",
        _INTRODUCTION.format(title=title),
    ]
    titles = {chapter.id: chapter.title for chapter in (*ledger.chapter, FILLED)}
    chapter = ""
    for rule in ledger.readable():
        if rule.chapter != chapter:
            chapter = rule.chapter
            lines += ["", f"## {titles[chapter]}"]
        lines += ["", *_rule_lines(rule)]
    return "\n".join(lines) + "\n"


def _rule_lines(rule: LedgerRule) -> list[str]:
    lines = [f'<a id="{rule.id}"></a>**{rule.id}** {_plain(rule.text)}']
    if rule.source == "house":
        lines[0] += " *(house)*"
    if rule.clauses:
        lines += ["", *(f"- **{letter}** {_plain(text)}" for letter, text in rule.clauses.items())]
    if rule.reading:
        lines += ["", f"*Reading:* {_plain(rule.reading)}"]
    if rule.toggle:
        lines += ["", f"*Option:* `{rule.toggle}`"]
    return lines


def _plain(text: str) -> str:
    """Text in which nothing is a sign of Markdown by accident."""
    return re.sub(r"([*_`|\[\]])", r"\\\1", html.escape(" ".join(text.split()), quote=False))


def main() -> int:
    """Lay the pages out and build the site."""
    lay_out()
    command = [sys.executable, "-m", "mkdocs", "build", "--config-file", str(ROOT / "mkdocs.yml")]
    done = subprocess.run(command, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=False)
    if done.returncode == 0:
        folder = SITE.relative_to(ROOT)
        print(
            f"Open {folder}/index.html; the search needs: python -m http.server --bind 127.0.0.1 -d {folder}"
        )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
