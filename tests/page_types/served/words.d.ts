/** A list of words in the kit's language, as the kit serves it: a sentence, or one for each plural form. */
export const words: Record<string, string | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string })>;
