/** Authors of the sample forums; `staff` answers for the site. */
export type SampleAuthor = 'fruit' | 'metal' | 'paper' | 'depot' | 'tea' | 'station' | 'staff';

export const SAMPLE_AUTHORS: Record<SampleAuthor, { nickname: string; official: string }> = {
  fruit: { nickname: '阿禾鲜果铺', official: '' },
  metal: { nickname: '北岸五金', official: '' },
  paper: { nickname: '小满文具', official: '' },
  depot: { nickname: '云溪代发仓', official: '' },
  tea: { nickname: '青竹茶行', official: '' },
  station: { nickname: '南桥驿站', official: '' },
  staff: { nickname: '云标技术支持', official: '云标技术支持' },
};

export type SampleReply = {
  by: SampleAuthor;
  content: string;
  /** Hours after the question. */
  after: number;
  accepted?: boolean;
  /** Index, from 0, of the parent reply. */
  to?: number;
  likes?: SampleAuthor[];
};

export type SamplePost = {
  /** Index of its group, from 0. */
  group: number;
  by: SampleAuthor;
  title: string;
  content: string;
  /** Days before the sample was made. */
  daysAgo: number;
  pinned?: boolean;
  likes?: SampleAuthor[];
  replies: SampleReply[];
};

export type SampleForum = {
  groups: { name: string; description: string }[];
  posts: SamplePost[];
};
