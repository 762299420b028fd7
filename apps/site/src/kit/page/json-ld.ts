/**
 * schema.org objects for a page's `meta.jsonLd`. For loaders only: they are split off, routes and components are not.
 * Addresses are paths with the alias, as in `meta.path`; the head makes them whole and canonical.
 */
const CONTEXT = 'https://schema.org';

const trim = <T extends object>(object: T): object =>
  Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== ''),
  );

/** From the software's home (or the site index) down to this page. */
export const breadcrumb = (items: readonly { name: string; path: string }[]): object => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: items.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: path,
  })),
});

/** The site itself, on its index. */
export const webSite = ({ name, description }: { name: string; description: string }): object => ({
  '@context': CONTEXT,
  '@type': 'WebSite',
  name,
  description,
  url: '/',
  inLanguage: 'zh-CN',
});

const SYSTEMS: Record<string, string> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  android: 'Android',
};

type Plan = { id: string; name: string; /** fen */ price: number };

/** A software with its prices. A price of 0 is an offer too: it can be used without paying. */
export const softwareApplication = (input: {
  alias: string;
  name: string;
  description: string;
  /** Platform ids of the contract. */
  platforms: readonly string[];
  /** Newest version; '' when none was published. */
  version?: string;
  releasedAt?: string;
  plans?: readonly Plan[];
  /** Path of a picture. */
  image?: string;
}): object => ({
  '@context': CONTEXT,
  '@type': 'SoftwareApplication',
  ...trim({
    name: input.name,
    description: input.description,
    url: `/${input.alias}`,
    image: input.image,
    applicationCategory: 'BusinessApplication',
    operatingSystem: input.platforms.flatMap((id) => SYSTEMS[id] ?? []).join(', '),
    softwareVersion: input.version,
    datePublished: input.releasedAt,
    inLanguage: 'zh-CN',
  }),
  // An empty list would say that it cannot be had.
  ...(input.plans && input.plans.length > 0
    ? {
        offers: input.plans.map(({ name, price }) => ({
          '@type': 'Offer',
          name,
          price: (price / 100).toFixed(2),
          priceCurrency: 'CNY',
          url: `/${input.alias}/vip`,
        })),
      }
    : {}),
});

type Written = {
  /** Plain text. */
  text: string;
  author: string;
  createdAt: string;
  upvotes?: number;
  /** Path, with its fragment where it is part of a page. */
  path: string;
};

const written = ({ text, author, createdAt, upvotes, path }: Written) => ({
  text,
  author: { '@type': 'Person', name: author },
  dateCreated: createdAt,
  upvoteCount: upvotes ?? 0,
  url: path,
});

/** A question with its answers: the accepted one and those suggested. Every answer must be on the page. */
export const qaPage = (
  question: Written & { title: string; answerCount: number },
  answers: { accepted: Written | null; suggested: readonly Written[] },
): object => ({
  '@context': CONTEXT,
  '@type': 'QAPage',
  mainEntity: {
    '@type': 'Question',
    name: question.title,
    answerCount: question.answerCount,
    ...written(question),
    ...(answers.accepted
      ? { acceptedAnswer: { '@type': 'Answer', ...written(answers.accepted) } }
      : {}),
    ...(answers.suggested.length > 0
      ? {
          suggestedAnswer: answers.suggested.map((one) => ({ '@type': 'Answer', ...written(one) })),
        }
      : {}),
  },
});

/** An article or an update log. */
export const article = (input: {
  title: string;
  description: string;
  path: string;
  publishedAt: string;
  updatedAt: string;
}): object => ({
  '@context': CONTEXT,
  '@type': 'Article',
  headline: input.title,
  description: input.description,
  mainEntityOfPage: input.path,
  datePublished: input.publishedAt,
  dateModified: input.updatedAt,
  inLanguage: 'zh-CN',
  author: { '@type': 'Organization', name: '云标' },
  publisher: { '@type': 'Organization', name: '云标' },
});
