/** The numbered rules, as the kit serves them: what a refusal cites, and the sentences that teach the rule. */
export const rules: Record<string, string>;
export const guide: Record<string, string[]>;
