/** A sentence for each numbered rule, as the kit serves it. */
export const rules: Record<string, string>;
