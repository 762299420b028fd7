<?php
// 用法：YUNBIAO_URL=https://… YUNBIAO_KEY=yb_live_… php print.php   （PHP 7.4 以上，不用装别的）
$url = getenv('YUNBIAO_URL');
$key = getenv('YUNBIAO_KEY');
$software = getenv('YUNBIAO_SOFTWARE') ?: 'yunbiao';

function call(string $path, ?array $body = null): array
{
    global $url, $key;
    $reply = json_decode(file_get_contents("$url/np/api/print/$path", false, stream_context_create([
        'http' => [
            'method' => $body === null ? 'GET' : 'POST',
            'header' => "Authorization: Bearer $key\r\nContent-Type: application/json",
            'content' => $body === null ? '' : json_encode($body, JSON_UNESCAPED_UNICODE),
            'ignore_errors' => true,
            'timeout' => 30,
        ],
    ])), true);
    if ($reply['code'] === 429) {
        // 问得太快，等一会再问；同一个批次号再发也不会多印。
        sleep(10);
        return call($path, $body);
    }
    if ($reply['state'] === 'fail') {
        exit("{$reply['code']} {$reply['msg']}\n");
    }
    return $reply['data'];
}

$printers = array_filter(call('printers')['list'], fn ($one) => $one['enabled']);
$printer = array_values($printers)[0];
$template = call("templates?alias=$software")['list'][0];

// 每个字段填上模板里的示例；换成你自己的数据。
$row = array_column($template['fields'], 'sample', 'name');

// 同一个批次号再发一次，回第一次的回答，不会多印：网络断了就原样重发。
$batchNo = 'SO-' . hrtime(true);
call('batch', [
    'printConfigId' => $printer['printConfigId'],
    'templateId' => $template['templateId'],
    'batchNo' => $batchNo,
    'rows' => [$row],
]);

$batch = call("batch?batchNo=$batchNo");
while (in_array($batch['state'], ['queued', 'sending'])) {
    sleep(10);
    $batch = call("batch?batchNo=$batchNo");
}
echo "$batchNo {$batch['state']} 印出 {$batch['counts']['printed']} 张\n";
