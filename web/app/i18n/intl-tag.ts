/** For Intl: the language with the digits that prices and amounts have in every language (V1), so that a page has one kind. */
export const intlTag = (tag: string): string => `${tag}-u-nu-latn`;
