// What words.mjs makes of internal/words for a page.

declare module "words:public" {
  /** By language, the function that loads its texts. */
  const loaders: Record<string, () => Promise<{ default: Record<string, string | { one: string; other: string }> }>>;
  export default loaders;
}

declare module "words:*" {
  /** By language and key. A text that depends on a number n has two forms. */
  const tables: Record<string, Record<string, string | { one: string; other: string }>>;
  export default tables;
}
