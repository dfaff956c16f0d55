"""How much the texts of a source count: less where labels are weak or texts were made by machines."""

WEIGHTS = {
    "spamhunter_unlabelled": 0.6, "moz_smishing": 0.4, "mdb_synthetic": 0.6, "emscad_jobs": 0.3, "llm_pig_butchering_sim": 0.6,
}
