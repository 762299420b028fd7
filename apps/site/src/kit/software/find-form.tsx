import { useRouter } from '@tanstack/react-router';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { Icon } from '@yunbiao/ui/icon.tsx';
import type { ReactNode, Ref } from 'react';

type FindFormProps = {
  /** Whose content is searched; undefined as long as that is not known: it then leads nowhere. */
  alias: string | undefined;
  className: string;
  /** Names the form among others of the page. */
  name?: string;
  /** What is searched, for who does not see the placeholder. */
  label: string;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
  /** Beside the line; hidden fields go into the address, too. */
  children?: ReactNode;
};

/** One line that leads to the search page of a software: a plain form, it works before the scripts have come. */
export const FindForm = (props: FindFormProps) => {
  const { alias, className, name, label, placeholder = label, ref, children } = props;
  const router = useRouter();
  const to = '/$soft/search' as '/$soft';
  return (
    <form
      className={className}
      role="search"
      aria-label={name}
      action={alias && router.buildLocation({ to, params: { soft: alias } }).publicHref}
      onSubmit={(event) => {
        event.preventDefault();
        const asked = Object.fromEntries(new FormData(event.currentTarget)) as { q: string };
        asked.q = asked.q.trim();
        if (alias && asked.q)
          void router.navigate({ to, params: { soft: alias }, search: asked as object });
      }}
    >
      <Icon name="search" />
      <input
        ref={ref}
        type="search"
        name="q"
        aria-label={label}
        placeholder={placeholder}
        maxLength={QUERY_LENGTH}
        enterKeyHint="search"
      />
      {children}
    </form>
  );
};
