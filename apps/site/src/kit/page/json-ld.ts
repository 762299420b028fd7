/**
 * schema.org objects for `meta.jsonLd`. Import only from loaders, which are in separate chunks.
 * URLs are paths with the alias, as in `meta.path`; the head converts them to canonical URLs.
 */
const CONTEXT = 'https://schema.org';

const omitEmpty = <T extends object>(object: T): object =>
  Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== ''),
  );

/** Path from the home page of the software (or the site index) to this page. */
export const buildBreadcrumb = (items: readonly { name: string; path: string }[]): object => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: items.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: path,
  })),
});

/** Builds JSON-LD of the website, for the site index. */
export const buildWebSite = ({
  name,
  description,
}: {
  name: string;
  description: string;
}): object => ({
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

/** Builds JSON-LD of a software with its prices. A price of 0 is also an offer. */
export const buildSoftwareApplication = (input: {
  alias: string;
  name: string;
  description: string;
  /** Platform ids of the contract. */
  platforms: readonly string[];
  /** Latest version; '' when no version was published. */
  version?: string;
  releasedAt?: string;
  plans?: readonly Plan[];
  /** Path of an image. */
  image?: string;
}): object => ({
  '@context': CONTEXT,
  '@type': 'SoftwareApplication',
  ...omitEmpty({
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
  // An empty list would mean that the software is not available.
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
  /** Path, with a fragment when it is a part of a page. */
  path: string;
};

const buildPostJsonLd = ({ text, author, createdAt, upvotes, path }: Written) => ({
  text,
  author: { '@type': 'Person', name: author },
  dateCreated: createdAt,
  upvoteCount: upvotes ?? 0,
  url: path,
});

/**
 * A question with its answers: the accepted one and the suggested ones. All answers must be on the
 * page.
 */
export const buildQaPage = (
  question: Written & { title: string; answerCount: number },
  answers: { accepted: Written | null; suggested: readonly Written[] },
): object => ({
  '@context': CONTEXT,
  '@type': 'QAPage',
  mainEntity: {
    '@type': 'Question',
    name: question.title,
    answerCount: question.answerCount,
    ...buildPostJsonLd(question),
    ...(answers.accepted
      ? { acceptedAnswer: { '@type': 'Answer', ...buildPostJsonLd(answers.accepted) } }
      : {}),
    ...(answers.suggested.length > 0
      ? {
          suggestedAnswer: answers.suggested.map((answer) => ({
            '@type': 'Answer',
            ...buildPostJsonLd(answer),
          })),
        }
      : {}),
  },
});

/** Builds JSON-LD of an article or an update log. */
export const buildArticle = (input: {
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

/** Builds JSON-LD of a guide with its steps in sections. */
export const buildHowTo = (input: {
  name: string;
  description: string;
  path: string;
  /** Path of an image. */
  image?: string;
  sections: readonly { name: string; steps: readonly string[] }[];
}): object => ({
  '@context': CONTEXT,
  '@type': 'HowTo',
  ...omitEmpty({ name: input.name, description: input.description, image: input.image }),
  url: input.path,
  inLanguage: 'zh-CN',
  step: input.sections.map(({ name, steps }, at) => ({
    '@type': 'HowToSection',
    name,
    position: at + 1,
    itemListElement: steps.map((text, index) => ({
      '@type': 'HowToStep',
      position: index + 1,
      text,
    })),
  })),
});
