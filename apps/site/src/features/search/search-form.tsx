import { useRouter } from '@tanstack/react-router';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { type RefObject, useEffect, useState } from 'react';
import { buildSearchAddress, type SearchQuery } from './address.ts';
import css from './search.module.css';

export const FORM_ID = 'search-form';

/** Search form of the page. It works without scripts and includes the filters. */
export const SearchForm = ({
  alias,
  asked,
  input,
}: {
  alias: string;
  asked: SearchQuery;
  input: RefObject<HTMLInputElement | null>;
}) => {
  const router = useRouter();
  const [text, setText] = useState(asked.q);
  useEffect(() => setText(asked.q), [asked.q]);
  return (
    <form
      id={FORM_ID}
      role="search"
      className={`field-box ${css.box}`}
      action={`/${alias}/search`}
      onSubmit={(event) => {
        event.preventDefault();
        const q = text.trim();
        if (!q) return input.current?.focus();
        void router.navigate({
          to: '/$soft/search',
          params: { soft: alias },
          search: buildSearchAddress(asked, { q }),
        });
      }}
    >
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        name="q"
        aria-label="搜索问答、文章、更新和下载"
        placeholder="搜索问答、文章、更新和下载"
        maxLength={QUERY_LENGTH}
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {asked.kind && <input type="hidden" name="kind" value={asked.kind} />}
      {text !== '' && (
        <button
          type="button"
          className="bare"
          aria-label="清空"
          onClick={() => {
            setText('');
            input.current?.focus();
          }}
        >
          <Icon name="close" />
        </button>
      )}
    </form>
  );
};
