/** The catalogue of the kit's language, as the kit serves it: a sentence, or one for each plural form. */
export const sentences: Record<string, string | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string })>;
