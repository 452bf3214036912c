"""The project around the checked files: which files, which configuration, which installed packages."""

from __future__ import annotations


class ProjectError(Exception):
    """The command line or the configuration is wrong: exit status 2, and the message says where."""
