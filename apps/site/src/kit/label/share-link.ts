import { useRouter } from '@tanstack/react-router';
import { useAlias } from '../site/site.tsx';

/** The address behind which somebody's shared template opens as a copy. */
export const useShareLink = (): ((code: string) => string) => {
  const router = useRouter();
  const soft = useAlias();
  return (code) => {
    const { publicHref } = router.buildLocation({
      to: '/$soft/tools/design-{$id}.html',
      params: { soft, id: 'new' },
      search: { share: code },
    });
    return location.origin + publicHref;
  };
};
