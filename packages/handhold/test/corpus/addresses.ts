/** Addresses by where they lead, and the many ways to write them. */

/** IPv4 addresses that nothing but allowPrivate opens. */
const inside = [
  '127.0.0.1',
  '127.0.0.53',
  '127.1.2.3',
  '127.255.255.254',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '192.168.255.255',
  '169.254.169.254',
  '169.254.0.1',
  '169.254.170.2',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
];

const outside = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '169.255.0.1',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '198.17.255.255',
  '198.20.0.1',
  '223.255.255.255',
  '93.184.216.34',
];

function bytes(address: string): number[] {
  return address.split('.').map(Number);
}

function number(address: string): number {
  return bytes(address).reduce((sum, byte) => sum * 256 + byte, 0);
}

function hex(address: string, join: string): string {
  return bytes(address)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join(join);
}

/** Every spelling that browsers read as the same address. */
function spellings(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = bytes(address);
  const h = hex(address, '');
  return [
    address,
    `${address}.`,
    String(number(address)),
    `0x${h}`,
    `0X${h.toUpperCase()}`,
    `0${number(address).toString(8)}`,
    `0x${a.toString(16)}.0x${b.toString(16)}.0x${c.toString(16)}.0x${d.toString(16)}`,
    `0${a.toString(8)}.0${b.toString(8)}.0${c.toString(8)}.0${d.toString(8)}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${b * 65536 + c * 256 + d}`,
    `0${a.toString(8)}.${b}.0x${c.toString(16)}.${d}`,
    [...address].map((char) => (char === '.' ? '。' : String.fromCodePoint(0xff10 + Number(char)))).join(''),
    address.replaceAll('.', '%2e'),
    `[::ffff:${address}]`,
    `[::ffff:${h.slice(0, 4)}:${h.slice(4)}]`,
    `[0:0:0:0:0:FFFF:${h.slice(0, 4)}:${h.slice(4)}]`,
    `[64:ff9b::${address}]`,
    `user:pass@${address}`,
    `example.com@${address}`,
    `${address}:8080`,
  ];
}

const insideNames = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'foo.localhost',
  'a.b.localhost.',
  'ｌｏｃａｌｈｏｓｔ',
  'loc%61lhost',
  'metadata.google.internal',
  'METADATA.GOOGLE.INTERNAL.',
  'metadata.goog',
  'instance-data',
  'example.com@localhost',
  'example.com:443@localhost:80',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[fe80::1]',
  '[febf::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fdff::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[2002:7f00:1::]',
  '[2001:db8::1]',
  '[2001::1]',
  '[100::1]',
  '[64:ff9b:1::1]',
];

const outsideNames = [
  'example.com',
  'EXAMPLE.COM.',
  'localhost.example.com',
  'notlocalhost',
  'localhosts',
  'metadata.example.com',
  'münchen.example',
  '127.0.0.1.example.com',
  'localhost@example.com',
  '127.0.0.1@example.com',
  '[2606:4700:4700::1111]',
  '[2001:4860:4860::8888]',
  '[64:ff9b::8.8.8.8]',
  'example.com:8443',
];

export interface AddressCase {
  url: string;
  allowed: boolean;
}

/** What a fresh library makes of each address, without asking any name server. */
export const addressCases: AddressCase[] = [
  ...inside.flatMap((address) =>
    spellings(address).map((host) => ({ url: `http://${host}/`, allowed: false })),
  ),
  ...outside.flatMap((address) =>
    spellings(address).map((host) => ({ url: `https://${host}/x`, allowed: true })),
  ),
  ...insideNames.map((host) => ({ url: `http://${host}/`, allowed: false })),
  ...outsideNames.map((host) => ({ url: `https://${host}/`, allowed: true })),
];

/** Under `allowHosts: ['example.com', '*.sub.test', 'ported.test:8080', '203.0.114.0/24', 'bücher.example']`. */
export const allowList = [
  'example.com',
  '*.sub.test',
  'ported.test:8080',
  '203.0.114.0/24',
  'bücher.example',
];
export const listCases: AddressCase[] = [
  ...[
    'https://example.com/',
    'https://EXAMPLE.com./',
    'https://www.example.com/',
    'https://a.b.c.example.com:8443/x?y#z',
    'https://user:pw@example.com/',
    'https://evil.test@example.com/',
    'https://example.com\\@evil.test/',
    'https://ｅxample.com/',
    'https://x.sub.test/',
    'http://ported.test:8080/',
    'http://www.ported.test:8080/',
    'http://203.0.114.77/',
    'http://3405804109/',
    'https://xn--bcher-kva.example/',
    'https://BÜCHER.example/',
  ].map((url) => ({ url, allowed: true })),
  ...[
    'https://example.com@evil.test/',
    'https://example.com:x@evil.test/',
    'https://example.com%2f@evil.test/',
    'https://evil.test\\@example.com/',
    'https://evil.test/@example.com',
    'https://evil.test?@example.com',
    'https://evil.test#@example.com',
    'https://example.com.evil.test/',
    'https://example.community/',
    'https://example.co/',
    'https://notexample.com/',
    'https://xexample.com/',
    'https://example.com-evil.test/',
    'http://evil.test/?https://example.com/',
    'https://ехаmple.com/',
    'https://exаmple.com/',
    'https://xn--exmple-cua.com/',
    'https://sub.test/',
    'https://xsub.test/',
    'http://ported.test/',
    'http://ported.test:8081/',
    'http://203.0.115.1/',
    'https://bucher.example/',
    'https://com/',
    'http://127.0.0.1/',
    'http://[::1]/',
  ].map((url) => ({ url, allowed: false })),
];

export const schemes = [
  'file:///etc/passwd',
  'file://localhost/etc/passwd',
  'javascript:alert(1)',
  'data:text/html,<h1>x</h1>',
  'data:text/html;base64,PGgxPg==',
  'blob:https://example.com/0',
  'filesystem:http://example.com/temporary/x',
  'view-source:https://example.com',
  'about:srcdoc',
  'about:config',
  'chrome://settings',
  'chrome-untrusted://x',
  'devtools://devtools/bundled/inspector.html',
  'chrome-extension://abcdef/x.html',
  'ftp://example.com/',
  'mailto:a@example.com',
  'tel:123',
  'intent:#Intent;end',
  'ws://example.com/',
  'wss://example.com/',
  'vbscript:x',
  'jar:https://example.com!/x',
  'edge://settings',
  'ms-settings:x',
];

/** The same scheme as browsers still read it. */
export function disguises(url: string): string[] {
  const at = url.indexOf(':');
  const scheme = url.slice(0, at);
  const half = Math.ceil(scheme.length / 2);
  return [
    url,
    url.toUpperCase(),
    ` ${url} `,
    `\u0001\u001f${url}`,
    `${scheme.slice(0, half)}\n${scheme.slice(half)}${url.slice(at)}`,
    `${scheme.slice(0, half)}\t${scheme.slice(half)}${url.slice(at)}`,
    `${scheme.slice(0, half)}\r\n${scheme.slice(half)}${url.slice(at)}`,
  ];
}
