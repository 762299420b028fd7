/** Titles by which the site's agreement and privacy statement are found among its legal articles. */
export const LEGAL_TITLES = { terms: '用户协议', privacy: '隐私政策' } as const;
