import { useRouter } from '@tanstack/react-router';
import { useSoftwareAlias } from '../site/site.tsx';

/** Returns a function that builds the link to a shared template. The link opens a copy. */
export const useShareLinkBuilder = (): ((code: string) => string) => {
  const router = useRouter();
  const soft = useSoftwareAlias();
  return (code) => {
    const { publicHref } = router.buildLocation({
      to: '/$soft/tools/design-{$id}.html',
      params: { soft, id: 'new' },
      search: { share: code },
    });
    return location.origin + publicHref;
  };
};
