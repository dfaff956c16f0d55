"""How much the texts of a source count: less where labels are weak or texts were made by machines, and where many were written about
one weakness of the model, so that they do not outweigh the screens."""

WEIGHTS = {
    "spamhunter_unlabelled": 0.6, "moz_smishing": 0.4, "mdb_synthetic": 0.6, "emscad_jobs": 0.3, "llm_pig_butchering_sim": 0.6,
    **dict.fromkeys(("written/en-quiet-notices", "written/multi-links", "written/multi-mails", "written/multi-posts",
                     "written/multi-service-chats"), 0.3),
}
