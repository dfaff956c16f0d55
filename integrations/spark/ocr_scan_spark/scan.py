"""What a job calls."""

from .bulk import inputs_of_paths, inputs_of_pictures, records
from .columns import SCHEMA, row


def scan_files(spark, path, *, recursive=False, partitions=None, program="ocr-scan", arguments=(), environment=None):
    """Scans the pictures of a folder or pattern on any file system that Spark reads; the id is the path.

    `partitions`: how many tasks; some hundred pictures each are a good size. The others: see `scan_table`.
    """
    pictures = spark.read.format("binaryFile").option("recursiveFileLookup", str(recursive).lower()).load(path)
    return scan_table(
        pictures, id="path", content="content", partitions=partitions, program=program, arguments=arguments,
        environment=environment)


def scan_table(table, *, id, path=None, content=None, partitions=None, program="ocr-scan", arguments=(), environment=None):
    """Scans the pictures of a table: one row for each, with the columns of SCHEMA.

    `id`: the column with the identifiers. Either `path`, a column of paths that every executor can open, or `content`, a
    column of bytes. `program`: as the executors find it, for example "./programs/bin/ocr-scan" where it travels with the
    job as an archive. `arguments`: for the filter, such as ["--jobs", "1"] where an executor has one core, which is also
    what one task should use: give as many as `spark.task.cpus`. `environment`: variables for it.
    """
    if (path is None) == (content is None):
        raise ValueError("give either path or content")
    chosen = table.select(id, path or content)
    if partitions:
        chosen = chosen.repartition(partitions)
    lines = inputs_of_paths if path else inputs_of_pictures
    arguments = list(arguments) or ["--jobs", table.sparkSession.conf.get("spark.task.cpus", "1")]
    environment = dict(environment or {})

    def scan(rows):
        for record in records(lines((each[0], each[1]) for each in rows), program, arguments, environment):
            yield row(record)

    return table.sparkSession.createDataFrame(chosen.rdd.mapPartitions(scan), SCHEMA)
