import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useApi } from '../../../kit/site/site.tsx';
import type { PostRow } from '../types.ts';
import css from './ask.module.css';

/** Typing pause before similar questions are searched, ms. */
const REST_MS = 300;
const SHOWN = 5;
const NONE: readonly PostRow[] = [];

const useSimilarQuestions = (alias: string, typedTitle: string): readonly PostRow[] => {
  const api = useApi();
  const [similarPosts, setFound] = useState(NONE);
  const title = typedTitle.trim();
  useEffect(() => {
    if (title.length < 2) return setFound(NONE);
    const controller = new AbortController();
    const fetchSimilarQuestions = async (): Promise<void> => {
      const reply = await api.call('askSimilar', { alias, title }, { signal: controller.signal });
      // Similar questions are optional: ignore a failure.
      if (!controller.signal.aborted && reply.state === 'ok') setFound(reply.data.slice(0, SHOWN));
    };
    const timer = setTimeout(() => void fetchSimilarQuestions(), REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [api, alias, title]);
  return similarPosts;
};

/** Questions similar to the typed title. They open in a new tab, so that no input is lost. */
export const Similar = ({ alias, title }: { alias: string; title: string }) => {
  const similarPosts = useSimilarQuestions(alias, title);
  return (
    <div role="status">
      {similarPosts.length > 0 && (
        <div className={css.like}>
          <p>有人问过类似的，先看看是不是同一件事</p>
          {similarPosts.map((post) => (
            <Link
              key={post.id}
              to="/$soft/qa/{$id}.html"
              params={{ soft: post.softwareAlias, id: post.id }}
              target="_blank"
            >
              <span>{post.title}</span>
              <small>
                {post.solved && '已解决 · '}
                {post.replyCount} 个回答
              </small>
            </Link>
          ))}
        </div>
      )}
    </div>
  );
};
