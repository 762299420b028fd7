import { Link } from '@tanstack/react-router';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { useSite } from '../../../kit/site/site.tsx';
import css from './download.module.css';

/** What a phone does instead of a download; shown on narrow screens only, above the files. */
export const PhoneInstructions = ({ alias, path }: { alias: string; path: string }) => {
  const { origin } = useSite();
  return (
    <section className={css.phone} aria-labelledby="phone-way">
      <h2 className="section-title" id="phone-way">
        手机上不用装
      </h2>
      <p className="quiet">
        在这里设计、选打印机、打印就行。要装的是连着打印机的那台电脑：把这一页的链接发过去，在电脑上打开。
      </p>
      <p className={css.phoneActs}>
        <Link className="button primary" to="/$soft/user/print" params={{ soft: alias }}>
          用手机打印
        </Link>
        <CopyButton text={origin + path} targetName="链接">
          复制链接
        </CopyButton>
      </p>
    </section>
  );
};
