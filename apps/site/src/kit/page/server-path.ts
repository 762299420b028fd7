/** Documents of the server, which are no pages of the router: `/np/doc`. */
export const isServerPath = (path: string): boolean => path.startsWith('/np/');
