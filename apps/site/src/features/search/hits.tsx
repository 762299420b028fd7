import { Link } from '@tanstack/react-router';
import { Time } from '@yunbiao/ui/time.tsx';
import type { ReactNode } from 'react';
import { type Hit, KIND_WORDS } from './address.ts';
import { HighlightedText } from './highlighted-text.tsx';
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

const formatHitDetails = (hit: Hit): string =>
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

/** Results, best first. ↑ and ↓ move between them. */
export const Hits = ({ hits }: { hits: readonly Hit[] }) => (
  <ol className={css.hits} aria-label="结果">
    {hits.map((hit) => (
      <li key={`${hit.kind}${hit.id}`}>
        <span className={css.kind}>{KIND_WORDS[hit.kind]}</span>
        <h2>
          <HitLink hit={hit}>
            <HighlightedText segments={hit.title} />
          </HitLink>
        </h2>
        <Time at={hit.at} />
        {hit.excerpt.length > 0 && (
          <p data-prose>
            <HighlightedText segments={hit.excerpt} />
          </p>
        )}
        <div className={css.by}>{formatHitDetails(hit)}</div>
      </li>
    ))}
  </ol>
);
