import { TableSkeleton } from '@yunbiao/ui/table-skeleton.tsx';

/** The keys before they are there. */
export const KeySkeleton = () => (
  <TableSkeleton
    title="API 密钥"
    say="让 ERP、WMS、网店后台直接打印。"
    label="正在读取密钥"
    rows={4}
  />
);

/** The white list before it is there. */
export const IpSkeleton = () => (
  <TableSkeleton
    title="IP 白名单"
    say="只管密钥和客户端，不会把你自己关在网页外。空着就是从哪里来都可以。"
    label="正在读取白名单"
    rows={4}
  />
);

/** The addresses before they are there. */
export const HookSkeleton = () => (
  <TableSkeleton
    title="Webhook"
    say="批次印完了，马上告诉你的 ERP、WMS、网店后台。"
    label="正在读取接收地址"
    rows={4}
  />
);
