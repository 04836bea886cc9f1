#!/usr/bin/env python3
"""Writes org-chart.csv, the 200 invented people of org_chart.py: people.py [FILE]. The same in every run."""

import csv
import random
import sys
from pathlib import Path

PEOPLE = 200
FIRST = "Ada Ben Chloe David Elif Farid Grace Hugo Ines Jonas Kira Liam Mei Nils Olga Pablo Rosa Sami Tara Uwe".split()
LAST = "Adler Brandt Costa Dubois Evans Fischer Garcia Haddad Ito Jansen Kowal Lindt Moreau Novak Okafor Peters".split()
DEPARTMENTS = ["Engineering", "Sales", "Support", "Finance", "People", "Operations"]


def people():
    """Rows of id, name, title and manager; whoever manages comes before those who are managed."""
    # Only `random()` gives the same numbers in every version of Python.
    draw = random.Random(200).random
    names = [f"{first} {last}" for first in FIRST for last in LAST]

    def person(number, title, manager):
        return {
            "id": f"p{number}",
            "name": names.pop(int(draw() * len(names))),
            "title": title,
            "manager": manager,
        }

    rows = [person(1, "Managing director", "")]
    rows += [
        person(len(rows) + 1 + index, f"Head of {name}", "p1")
        for index, name in enumerate(DEPARTMENTS)
    ]
    teams = []
    for head, department in zip(rows[1:], DEPARTMENTS):
        for team in range(3 + int(draw() * 3)):
            rows.append(person(len(rows) + 1, f"{department} {team + 1}", head["id"]))
            teams.append(rows[-1])
    while len(rows) < PEOPLE:
        lead = teams[int(draw() * len(teams))]
        rows.append(person(len(rows) + 1, lead["title"].rpartition(" ")[0], lead["id"]))
    return rows


def main(path):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(
            file, ["id", "name", "title", "manager"], lineterminator="\n"
        )
        writer.writeheader()
        writer.writerows(people())


if __name__ == "__main__":
    main(
        sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_name("org-chart.csv")
    )
