<?php
// 用法：YUNBIAO_SECRET=whsec_… php -S 127.0.0.1:8080 receive.php
$secret = base64_decode(str_replace('whsec_', '', getenv('YUNBIAO_SECRET')));
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$at = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '0';
$mac = base64_encode(hash_hmac('sha256', "$id.$at.$body", $secret, true));

// 五分钟以前的不收：截下来重放的就没有用。
$isOurs = abs(time() - (int) $at) <= 300 && hash_equals("v1,$mac", $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');

// 答了 2xx 就是收到；同一个 webhook-id 可能来不止一次。
http_response_code($isOurs ? 204 : 401);
if ($isOurs) {
    $message = json_decode($body, true);
    $data = $message['data'];
    error_log(implode(' ', [$id, $message['type'], $data['batchNo'] ?? '', $data['state'] ?? '']));
}
