import { Prose } from '@yunbiao/ui/prose.tsx';
import css from './prose.module.css';

/** Content written by a member. */
export const ForumProse = ({
  html,
  className,
}: {
  html: string;
  className: string | undefined;
}) => <Prose html={html} className={`${css.prose} ${className}`} />;
