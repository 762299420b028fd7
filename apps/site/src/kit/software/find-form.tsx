import { useRouter } from '@tanstack/react-router';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { FirstIcon } from '@yunbiao/ui/first-icon.tsx';
import type { ReactNode, Ref } from 'react';

type FindFormProps = {
  /** Software that is searched. While it is undefined, the form has no target. */
  alias: string | undefined;
  className: string;
  /** Accessible name of the form. */
  name?: string;
  /** Accessible label of the input. */
  label: string;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
  /** Content next to the input; hidden fields become part of the address. */
  children?: ReactNode;
};

/** Form that opens the search page of a software. It is a plain form and works without scripts. */
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
        const fields = Object.fromEntries(new FormData(event.currentTarget)) as { q: string };
        fields.q = fields.q.trim();
        if (alias && fields.q)
          void router.navigate({ to, params: { soft: alias }, search: fields as object });
      }}
    >
      <FirstIcon name="search" />
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
