import type { LibraryData } from './load-library.ts';

export type LibraryPageProps = { alias: string; data: LibraryData };
