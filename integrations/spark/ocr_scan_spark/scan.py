"""What a job calls."""

from .bulk import inputs_of_paths, inputs_of_pictures, records
from .columns import SCHEMA, row


def scan_files(spark, path, *, recursive=False, partitions=None, program="ocr-scan", arguments=(), environment=None):
    """Scans the pictures of a folder or pattern on any file system that Spark reads; the id is the path.

    `partitions`: the number of tasks; a few hundred pictures each is a good size. For the others see `scan_table`.
    """
    pictures = spark.read.format("binaryFile").option("recursiveFileLookup", str(recursive).lower()).load(path)
    return scan_table(
        pictures, id="path", content="content", partitions=partitions, program=program, arguments=arguments,
        environment=environment)


def scan_table(table, *, id, path=None, content=None, partitions=None, program="ocr-scan", arguments=(), environment=None):
    """Scans the pictures of a table: one row for each, with the columns of SCHEMA.

    `id`: the column with the identifiers. Either `path`, a column of paths that every executor can open, or `content`, a
    column of bytes. `program`: the path on the executors, for example "./programs/bin/ocr-scan" if it travels with the
    job as an archive. `arguments`: for the filter, such as ["--lang", "deu"]; unless they include `--jobs`, it reads as
    many pictures at a time as a task has cores (`spark.task.cpus`). `environment`: its environment variables.
    """
    if (path is None) == (content is None):
        raise ValueError("give either path or content")
    chosen = table.select(id, path or content)
    if partitions:
        chosen = chosen.repartition(partitions)
    lines = inputs_of_paths if path else inputs_of_pictures
    arguments = with_jobs(arguments, table.sparkSession.conf.get("spark.task.cpus", "1"))
    environment = dict(environment or {})

    def scan(rows):
        for record in records(lines((each[0], each[1]) for each in rows), program, arguments, environment):
            yield row(record)

    return table.sparkSession.createDataFrame(chosen.rdd.mapPartitions(scan), SCHEMA)


def with_jobs(arguments, cores):
    """The arguments of the filter; by default it uses no more cores than a task has."""
    arguments = list(arguments)
    if any(each == "--jobs" or each.startswith("--jobs=") for each in arguments):
        return arguments
    return [*arguments, "--jobs", cores]
