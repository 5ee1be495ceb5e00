"""config: the settings in force."""

from typing import Any

import click

from worker.commands.common import as_json_option, settings_now
from worker.settings import all_settings, shown
from worker.terminal import say_json, table


@click.command()
@as_json_option
def config(as_json: bool) -> None:
    """Print the settings in force, secrets masked.

    \b
    Example:
      reflection-worker config
    """
    settings = settings_now()
    rows: list[dict[str, Any]] = []
    for setting in all_settings():
        value = getattr(settings, setting.name)
        rows.append(
            {
                "setting": setting.metadata["variable"],
                "value": shown(setting, value),
                "default": value == setting.default,
                "meaning": setting.metadata["meaning"],
            }
        )
    if as_json:
        say_json(rows)
    else:
        table(rows, ("setting", "value", "meaning"), empty="")
