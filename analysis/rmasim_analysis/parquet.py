"""Tables as Parquet. The module requires pyarrow. Debian 12 has no package of pyarrow, but pip has."""

import io

from .errors import BadInput
from .files import write_whole

MISSING = "the Python package pyarrow (python3 -m pip install pyarrow), or CSV, which needs nothing"


def require_pyarrow(option):
    """Returns the module pyarrow. Raises BadInput if it is not installed. The error names the `option`."""
    try:
        import pyarrow
    except ImportError:
        raise BadInput(option, "no pyarrow", MISSING) from None
    return pyarrow


def write_rows(path, columns, rows, option):
    """Writes the rows. `columns` are dicts with "name", "unit" and "about". `rows` are dicts by name of the column."""
    write(path, table_of(require_pyarrow(option), columns, rows), option)


def table_of(arrow, columns, rows):
    """The rows as a table of Arrow. The fields of the table have unit and description as metadata."""
    arrays = [array_of(arrow, [row.get(column["name"]) for row in rows]) for column in columns]
    fields = [arrow.field(column["name"], array.type, metadata={"unit": column["unit"], "about": column["about"]})
              for column, array in zip(columns, arrays)]
    return arrow.Table.from_arrays(arrays, schema=arrow.schema(fields))


def array_of(arrow, values):
    """The values of a column. If they have several types, such as a setting that is a number or a text, they become
    texts."""
    try:
        return arrow.array(values)
    except (arrow.ArrowInvalid, arrow.ArrowTypeError):
        return arrow.array([None if value is None else str(value) for value in values])


def write(path, table, option):
    require_pyarrow(option)
    from pyarrow import parquet

    written = io.BytesIO()
    parquet.write_table(table, written)
    write_whole(path, written.getvalue())
