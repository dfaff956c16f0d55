/// Holds no code: the plugin CompileRules puts the compiled rule pack into the resources of this module, beside the
/// programs, where `ProgramFiles` looks for it.
enum RulePackData {}
