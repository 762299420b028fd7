/** Names what is coming; replaced by the tool itself. */
export const ComingPage = () => (
  <main className="wrap">
    <div className="ph">
      <div>
        <h1>GIF 制作</h1>
        <p>在浏览器里把几张截图排成一张 GIF，文件不上传。这个工具正在做，做好就放在这里。</p>
      </div>
    </div>
  </main>
);
