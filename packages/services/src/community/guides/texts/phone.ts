import type { GuideName } from '@yunbiao/contract/site/guides';
import { PHONE_CHAIN_PICTURE, PHONE_CODE_PICTURE } from '../figures/phone.ts';
import type { GuideHelp } from '../guide.ts';

export const PHONE: GuideHelp<GuideName> = {
  group: '别的事',
  summary: '手机浏览器打开网站就能画、能填、能打印；打印机还是接在店里的电脑上。',
  also: ['手机打印', '移动端', '微信', '手机网页', '蓝牙打印机', '扫码', '平板', '在外面打印'],
  sections: [
    {
      heading: '手机能做什么',
      blocks: [
        {
          kind: 'text',
          text: '不用装东西，也没有小程序：浏览器里打开这个网站，画标签、从表格打印、看进度、确认有没有打印、下单付款，和电脑上一样。',
        },
        {
          kind: 'figure',
          caption: '手机不直接连打印机，标签从网站到店里的电脑，再到打印机。',
          pictures: [PHONE_CHAIN_PICTURE],
        },
        {
          kind: 'text',
          text: '所以店里要有一台电脑开着[打印客户端](/download)。手机直接连蓝牙打印机，云标做不到。',
        },
      ],
    },
    {
      heading: '登录，少输入',
      blocks: [
        {
          kind: 'steps',
          items: [
            '点**登录**，用用户名和密码。网站开通了微信的，登录框里还有**微信登录**。',
            '登录以后在[个人资料](/user/profile)点**添加通行密钥**，下次用指纹、面容就能登录。',
            '在手机上常用的页，加到手机桌面或者浏览器收藏，下次一点就开。',
          ],
        },
      ],
    },
    {
      heading: '在外面打印到店里',
      blocks: [
        {
          kind: 'steps',
          items: [
            '打开[立即打印](/user/print)，选模板，选店里那台的**打印机配置**。配置下面写着它现在空闲还是离线。',
            '填字，看**预览**，点**打印**。',
            '往下看**批次**：涂满的格子打印出来了。关闭页面也会继续打印。',
            '写着**待确认**的，请店里的人看一眼纸，再点**去确认**。',
          ],
        },
        {
          kind: 'text',
          text: '画标签也行：[标签设计器](/tools/design-new.html)下面一排是**添加**、**图层**、**属性**、**数据**，点一样，打开一页。细活还是电脑上快。',
        },
      ],
    },
    {
      heading: '拿手机扫打印出来的码',
      blocks: [
        {
          kind: 'figure',
          caption:
            '同一个网址，10 mm 和 20 mm，203 dpi。小的每格 2 点，手机要凑近；大的每格 4 点，一晃就扫到。',
          pictures: [PHONE_CODE_PICTURE],
        },
        {
          kind: 'text',
          text: '给顾客扫的，网址越短码越疏。放什么、最小打印多大，看[二维码](/tools/codes/qr.html)；扫不动，看[条码扫不出来](/guide/unreadable-code.html)。',
        },
      ],
    },
    {
      heading: '看到的不一样',
      blocks: [
        {
          kind: 'cases',
          items: [
            {
              seen: '微信里下载不了客户端',
              mend: '微信会拦住安装包。点右上角，选**在浏览器中打开**；客户端是装在电脑上的，把链接发到电脑上更省事。',
            },
            {
              seen: '微信里打不开支付宝',
              mend: '在浏览器里打开这一页再付，见[开发票、退款](/guide/invoice-refund.html)。',
            },
            {
              seen: '打印机配置写着离线',
              mend: '店里的电脑关了、睡了，或者断了网。先打印也行，24 小时内上线就打印。',
            },
            {
              seen: '填到一半切出去，回来空了',
              mend: '填的字留在这个标签页里：切出去、刷新都在；关闭这一页、另开一页就没有了。',
            },
          ],
        },
      ],
    },
  ],
  related: ['first-label', 'paper-out-offline', 'invoice-refund'],
};
