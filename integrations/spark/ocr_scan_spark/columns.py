"""The columns of the result, and how a record of ocr-scan becomes a row."""

from datetime import datetime

from pyspark.sql.types import (
    ArrayType, BooleanType, DoubleType, IntegerType, StringType, StructField, StructType, TimestampType)

EVIDENCE = StructType([
    StructField("rule", StringType(), False),
    StructField("weight", DoubleType(), False),
    StructField("message", StringType(), False),
    StructField("excerpt", StringType(), False),
])

SCHEMA = StructType([
    StructField("id", StringType(), False),
    StructField("sha256", StringType()),
    StructField("risk_level", StringType(), False),
    StructField("scam_probability", DoubleType()),
    StructField("confidence", DoubleType()),
    StructField("category", StringType(), False),
    StructField("explanation", StringType(), False),
    StructField("evidence", ArrayType(EVIDENCE, False), False),
    StructField("text", StringType()),
    StructField("words", IntegerType()),
    StructField("width", IntegerType()),
    StructField("height", IntegerType()),
    StructField("requires_review", BooleanType(), False),
    StructField("total_ms", DoubleType()),
    StructField("error_code", StringType()),
    StructField("error_message", StringType()),
    StructField("scanned_at", TimestampType(), False),
    StructField("schema_version", IntegerType(), False),
])


def row(record):
    """A record (docs/record.schema.json) as a tuple in the order of SCHEMA."""
    image, reading, error = record["image"] or {}, record["ocr"] or {}, record["error"] or {}
    return (
        str(record["id"]), record["sha256"], record["risk_level"], _number(record["scam_probability"]),
        _number(record["confidence"]), record["category"], record["explanation"],
        [(one["rule"], float(one["weight"]), one["message"], one["excerpt"]) for one in record["evidence"]],
        record["text"], reading.get("words"), image.get("width"), image.get("height"), record["requires_review"],
        _number(record["timings_ms"]["total"]), error.get("code"), error.get("message"),
        datetime.fromisoformat(record["scanned_at"].replace("Z", "+00:00")), record["schema_version"],
    )


def _number(value):
    return None if value is None else float(value)
