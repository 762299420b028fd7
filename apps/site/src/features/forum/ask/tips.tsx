import { type Contact, ContactList } from '../../../kit/software/contacts.tsx';
import css from './ask.module.css';

/** Advice for getting a quick answer. */
export const Tips = ({ contacts }: { contacts: readonly Contact[] }) => (
  <aside className={css.tips}>
    <section>
      <h2 className="section-title">这样问，答得快</h2>
      <ol>
        <li>标题写现象，别只写“打印不准”。</li>
        <li>纸的宽、高、间距、几列。</li>
        <li>打印机型号和打印语言。</li>
        <li>第 1 张和第 20 张并排拍一张照片。</li>
      </ol>
    </section>
    <section>
      <h2 className="section-title">照片里的东西</h2>
      <p>上传时会去掉拍摄位置。面单请先遮住姓名、电话和地址。</p>
    </section>
    {contacts.length > 0 && (
      <section>
        <h2 className="section-title">急用？</h2>
        <ContactList contacts={contacts} />
      </section>
    )}
  </aside>
);
