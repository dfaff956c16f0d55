/// Holds no code, but what RiskAnalysis needs: the encoder's model, and the compiled rule pack that the plugin CompileRules
/// puts beside it. The build lays both next to the programs, where `ProgramFiles` looks for them.
enum RiskData {}
