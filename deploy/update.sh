#!/bin/sh
# 更新云标：在旁边取一份、构建好，再换过去。换的几秒里请求排队，不失败。由 root 运行。
# 用法：update.sh [分支、标签或提交]，不写是现在这个分支最新的。
set -eu
link=${YUNBIAO_HOME:-/opt/yunbiao}
settings=${YUNBIAO_SETTINGS:-/etc/yunbiao.env}
releases=$link-releases
kept=3

say() { printf '[云标] %s\n' "$*"; }

# 第一次：原来的文件夹成为第一个版本。正开着的云标用的是同样的路径，不受影响。
if [ ! -L "$link" ]; then
  mkdir -p "$releases"
  first=$releases/$(git -C "$link" rev-parse --short=12 HEAD)
  mv -T -- "$link" "$first"
  ln -s -- "$first" "$link"
fi
old=$(readlink -f -- "$link")

git -C "$old" fetch --quiet --tags origin
branch=$(git -C "$old" symbolic-ref --quiet --short HEAD || echo HEAD)
wanted=${1:-$branch}
commit=$(git -C "$old" rev-parse --verify --quiet "origin/$wanted^{commit}" ||
  git -C "$old" rev-parse --verify --quiet "$wanted^{commit}") ||
  { echo "没有找到 $wanted" >&2; exit 1; }
new=$releases/$(git -C "$old" rev-parse --short=12 "$commit")
[ "$new" != "$old" ] || { say "已经是这个版本：$(basename "$new")"; exit 0; }

if [ ! -e "$new" ]; then
  part=$new.part
  rm -rf -- "$part"
  git clone --quiet --no-checkout -- "$old" "$part"
  git -C "$part" remote set-url origin "$(git -C "$old" remote get-url origin)"
  if [ "$branch" = HEAD ]; then
    git -C "$part" checkout --quiet --detach "$commit"
  else
    git -C "$part" checkout --quiet -B "$branch" "$commit"
  fi
  say "正在构建 $(basename "$new")，网站照常开着 …"
  (cd "$part" && npm run build)
  mv -T -- "$part" "$new"
fi

if systemctl cat yunbiao-backup.service >/dev/null 2>&1; then
  say '正在备份 …'
  systemctl start yunbiao-backup.service
fi

ln -s -- "$new" "$link.next"
mv -T -- "$link.next" "$link"
systemctl restart yunbiao.service

port=$(sed -n "s/^PORT=['\"]\{0,1\}\([0-9]*\).*/\1/p" "$settings" | tail -n 1)
ready="http://127.0.0.1:${port:-3000}/readyz"
if ! "$link/node_modules/.bin/node" -e '
  const ask = async () => {
    const until = Date.now() + 120_000;
    for (;;) {
      const reply = await fetch(process.argv[1], { signal: AbortSignal.timeout(60_000) }).catch(() => null);
      if (reply?.ok) return;
      if (Date.now() > until) process.exit(1);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  ask();
' "$ready"; then
  echo "新版本没有开起来：journalctl -u yunbiao -n 20 看原因。旧版本在 $old；表没有变的话，可以换回去：" >&2
  echo "  ln -sfn $old $link && systemctl restart yunbiao" >&2
  exit 1
fi
say "已经是 $(basename "$new")"

# 只留最近用过的三个，正用着的一定留着。
touch -- "$new"
ls -1dt -- "$releases"/*/ | tail -n "+$((kept + 1))" | while read -r outdated; do
  outdated=${outdated%/}
  [ "$outdated" = "$new" ] || rm -rf -- "$outdated"
done
