import { COMMAND_LANGUAGES, LANGUAGES } from '@yunbiao/contract/evidence';

export const HELP = `云标打印客户端

  npm run agent -- pair [--server 网址]        和网站配对（默认 http://127.0.0.1:3000）
  npm run agent                                运行，接收并打印标签（也可写 npm run agent -- run）
  npm run agent -- status                      看看现在的状态
  npm run agent -- doctor                      检查网站、磁盘、账本、打印机，说哪里不对、怎么办

  npm run agent -- install [--auto-update]     随电脑启动，在后台运行，意外退出会自己再启动
  npm run agent -- uninstall                   不再随电脑启动，停下；密钥、设置和账本留着
  npm run agent -- open                        在后台启动，打开它的页面；没配对的话打开配对页
  npm run agent -- start | stop                只在后台启动 | 停下

  npm run agent -- printer add 名称 地址 [--language ${LANGUAGES.join('|')}] [--dpi 203|300|600]
                                    [--graphics z64|ascii] [--exclusive] [--whole-counter] [--close-after]
      地址             tcp://地址:9100  网络打印机
                       ipp://地址/ipp/print 或 ipps://…  说 IPP 的网络打印机（语言是 ipp）：
                                        它自己说打印完没有；ipps 加密，认第一次连接时的证书
                       cups:队列名      这台电脑的打印队列（Linux）；它只说交给了打印机，
                                        不说是否打印完成，标签记为“已送达”
                       windows:打印机名称  Windows 里的打印机（名称照“打印机和扫描仪”里写）：
                                        原样交过去，也只说交给了打印机
                       device:/dev/usb/lp0  USB 打印机的设备文件（Linux），直接说、直接问状态
                       folder:/目录     一个文件夹：每张标签保存为一个文件（PDF，或打印机语言的数据）
                       folder-png:/目录  同上，保存为 PNG 图片，打印机的分辨率，黑白
      --language       打印机说的语言：Zebra 等是 zpl，TSC 和多数国产标签机是 tspl，
                       小票机是 escpos，看说明书或自检页；不写是 zpl
                       不会这些语言的打印机，走打印队列，写 driver：标签是一页 PDF，
                       里面是按 --dpi 画好的点，队列的驱动原样打印，分辨率要和队列的一样
      --graphics       ZPL 打印机怎么收图形：有的打印机只是会说 ZPL，不认压缩的 Z64，
                       打印出来是空白的或者花的，写 ascii；不写是 z64，数据短得多
      --exclusive      只有这个打印客户端用它打印：一直连着，会计数的打印机连着打印更快
      --whole-counter  打印机的计数器只数打印完整的标签，打印坏的、走空白纸的都不数：
                       停过、断过线的标签也能凭它知道打印完没有。拿不准就不要写
      --close-after    打印机不回答状态，只在收完数据后关闭连接
  npm run agent -- printer set 名称 [--address tcp://地址:9100] [--name 新名称]
                                    [--language ${LANGUAGES.join('|')}] [--dpi 203|300|600]
                                    [--graphics z64|ascii] [--[no-]exclusive] [--[no-]whole-counter]
                                    [--[no-]close-after] [--new-certificate]
      打印机换了地址或名称：它还是同一台，等待的标签继续打印
      --new-certificate  ipps 打印机换了证书，认现在这一张
  npm run agent -- printer list
  npm run agent -- printer test 名称
  npm run agent -- printer remove 名称
  npm run agent -- printer confirm [地址] [--reject]
      网页上写的网络打印机地址，在这台电脑上确认了才会去连

  npm run agent -- virtual-printer [--language ${COMMAND_LANGUAGES.join('|')}] [--port 9100] [--out 目录]
                                   [--speed 毫秒] [--dpi 203]
      没有打印机时用的网络打印机：把每张标签保存为 PNG 图片

  打印客户端会自己找打印机，找到的显示在网页的“授权客户端”里。不要它问网络：环境变量
  YUNBIAO_AGENT_MDNS=off

  密钥、打印机设置和账本在 ~/.yunbiao-agent；要放在别处，运行每条命令时都把环境变量
  YUNBIAO_AGENT_HOME 设成那个目录。换了目录就是另一个客户端，要重新配对、重新添加打印机
`;
