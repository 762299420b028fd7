import { Link } from '@tanstack/react-router';
import { Time } from '@yunbiao/ui/time.tsx';
import type { ReactNode } from 'react';
import { type Hit, KIND_WORDS } from './address.ts';
import { Marked } from './marked.tsx';
import css from './search.module.css';

const PATHS = {
  post: '/$soft/qa/{$id}.html',
  article: '/$soft/article/{$id}.html',
  updateLog: '/$soft/article/{$id}.html',
  download: '/$soft/download/{$id}.html',
} as const;

const HitLink = ({ hit, children }: { hit: Hit; children: ReactNode }) => (
  <Link to={PATHS[hit.kind]} params={{ soft: hit.softwareAlias, id: hit.id }} data-hit>
    {children}
  </Link>
);

const listWords = (hit: Hit): string =>
  [
    hit.place,
    hit.solved ? '已解决' : '',
    hit.kind === 'post'
      ? hit.replyCount > 0
        ? `${hit.replyCount}\u00A0个回答`
        : '还没有回答'
      : '',
  ]
    .filter(Boolean)
    .join(' · ');

/** What was found, the best first; ↑ and ↓ go from one to the next. */
export const Hits = ({ hits }: { hits: readonly Hit[] }) => (
  <ol className={css.hits} aria-label="结果">
    {hits.map((hit) => (
      <li key={`${hit.kind}${hit.id}`}>
        <span className={css.kind}>{KIND_WORDS[hit.kind]}</span>
        <h2>
          <HitLink hit={hit}>
            <Marked segments={hit.title} />
          </HitLink>
        </h2>
        <Time at={hit.at} />
        {hit.excerpt.length > 0 && (
          <p data-prose>
            <Marked segments={hit.excerpt} />
          </p>
        )}
        <div className={css.by}>{listWords(hit)}</div>
      </li>
    ))}
  </ol>
);
