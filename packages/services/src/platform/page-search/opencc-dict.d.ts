/** Not typed by the package. */
declare module 'opencc-js/dict/TSCharacters' {
  const table: string;
  export default table;
}
