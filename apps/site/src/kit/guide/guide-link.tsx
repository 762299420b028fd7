import { Link } from '@tanstack/react-router';
import { GUIDE_TITLES, type GuideName } from '@yunbiao/contract/site/guides';
import { useSoftwareAlias } from '../site/site.tsx';

type GuideLinkProps = {
  /** Renders nothing for null. */
  guide: GuideName | null;
  children?: string;
};

/** Link to the guide for what a page reports. A new tab, so that the work on the page stays. */
export const GuideLink = ({ guide, children = '怎么办' }: GuideLinkProps) => {
  const soft = useSoftwareAlias();
  return (
    guide && (
      <Link
        className="link small no-wrap"
        to="/$soft/guide/{$name}.html"
        params={{ soft, name: guide }}
        target="_blank"
      >
        {children}
        <span className="visually-hidden">：{GUIDE_TITLES[guide]}</span>
      </Link>
    )
  );
};
