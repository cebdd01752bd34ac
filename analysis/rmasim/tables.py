"""Data frames as files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Union

from rmasim_analysis.errors import BadInput
from rmasim_analysis.files import write_whole
from rmasim_analysis.parquet import require_pyarrow, write

if TYPE_CHECKING:
    import pandas


def save_table(frame: pandas.DataFrame, path: Union[str, "os.PathLike[str]"]) -> None:
    """Writes a data frame of this package, with its index. The file's extension decides the format: CSV, or Parquet
    with pyarrow.

        >>> import rmasim, tempfile
        >>> result = rmasim.run("scenarios/newrma/lock/lock-put-unlock.json")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     rmasim.save_table(result.messages, f"{folder}/messages.csv")
        ...     print(open(f"{folder}/messages.csv").readline().strip())
        kind,packets,share

    Raises BadInput for any other extension, and for Parquet if pyarrow is missing.
    """
    suffix = Path(path).suffix
    if suffix == ".csv":
        write_whole(path, frame.to_csv(lineterminator="\n"))
    elif suffix == ".parquet":
        arrow = require_pyarrow(os.fspath(path))
        write(path, arrow.Table.from_pandas(frame), os.fspath(path))
    else:
        raise BadInput(os.fspath(path), f"a name that ends in {suffix or 'nothing'}", ".csv or .parquet")
