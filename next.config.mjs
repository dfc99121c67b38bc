import { fileURLToPath } from 'node:url';
import createNextIntlPlugin from 'next-intl/plugin';
import { pagePolicy } from './lib/core/http/page-policy.mjs';

const securityHeaders = [
  { key: 'Strict-Transport-Security', value: 'max-age=63072000' },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  {
    key: 'Permissions-Policy',
    value:
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)'
  }
];

/** A page gets its policy when it is stored (lib/core/http/page-cache.mjs), and in development none is. */
const developmentHeaders =
  process.env.NODE_ENV === 'development'
    ? [
        {
          source: '/api-reference',
          headers: [
            {
              key: 'Content-Security-Policy',
              value: pagePolicy({
                scripts: ["'self'", "'unsafe-inline'", "'unsafe-eval'"],
                styles: ["'unsafe-inline'"]
              })
            }
          ]
        }
      ]
    : [];

/** @type {import('next').NextConfig} */
const config = {
  output: 'standalone',
  poweredByHeader: false,
  // Done where requests arrive (lib/core/http/requests.ts), by brotli: the framework knows gzip alone.
  compress: false,
  reactStrictMode: true,
  // `npm run check` proves the types, of the tests as well: a build, so each first start, needn't wait for it.
  typescript: { ignoreBuildErrors: true },
  // Titles stand in the head of every page, for those who read it without a script as well.
  htmlLimitedBots: /./,
  // Portal pages that are the same for everybody, with their policies.
  cacheHandler: fileURLToPath(new URL('./lib/core/http/page-cache.mjs', import.meta.url)),
  cacheMaxMemorySize: 0,
  // Nothing uses the optimizer of images, which would answer everybody.
  images: { unoptimized: true },
  experimental: {
    // A build begins without what the last one left (lib/launch/build.mjs): to store it took a third of the processor.
    turbopackFileSystemCacheForBuild: false,
    // Uploads of 4 MB (C5.065) with what stands around them; lib/core/files/uploads.ts refuses what is larger.
    serverActions: { bodySizeLimit: '5mb' },
    // Seconds, the least there are: app/workspace/ui/fetched-ahead.ts says when a page fetched ahead is shown.
    staleTimes: { static: 30 },
    // The framework's client in one file: it compresses better than four, and is compiled as one (lib/launch/build.mjs).
    turbopackChunking: { minChunkSize: 5_000_000, maxMergeChunkSize: 20_000_000 }
  },
  serverExternalPackages: [
    'pg',
    'bcrypt',
    'piscina',
    'pdfkit',
    'fontkit',
    'pino',
    'prom-client',
    'ssh2',
    '@simplewebauthn/server',
    'rate-limiter-flexible',
    '@opentelemetry/sdk-node',
    '@opentelemetry/instrumentation-pg',
    '@opentelemetry/exporter-trace-otlp-http'
  ],
  // Read at run time by path, so the tracer can't see them.
  outputFileTracingIncludes: {
    '/**': [
      './messages/**/*.json',
      './lib/sign-in/password/password-hash-worker.mjs',
      './app/demo/soft-token/seed-file.xml',
      './lib/kit/attachments/{document-process,previews/preview-process}.mjs',
      './lib/money/reading/{reading-process,looks,draw-pages-process}.mjs',
      './lib/money/evidence/verify.mjs',
      './lib/core/files/pdf/fonts/*',
      './node_modules/@expo-google-fonts/noto-sans/{400Regular/NotoSans_400Regular,700Bold/NotoSans_700Bold}.ttf',
      './node_modules/{sharp,@img,detect-libc,semver,unpdf,tesseract.js,regenerator-runtime,is-url,zlibjs}/**/*',
      './node_modules/{bmp-js,wasm-feature-detect,node-fetch,whatwg-url,tr46,webidl-conversions}/**/*',
      './node_modules/tesseract.js-core/{package.json,index.js,*-lstm.js,*-lstm.wasm}',
      './node_modules/@tesseract.js-data/*/4.0.0_best_int/*',
      './node_modules/@hyzyla/pdfium/{package.json,dist/index.esm.js,dist/pdfium.wasm}',
      './node_modules/bcrypt/**/*',
      './node_modules/node-gyp-build/**/*'
    ]
  },
  async headers() {
    return [
      { source: '/:path*', headers: securityHeaders },
      // The name of a typeface's file holds its version.
      {
        source: '/fonts/:file',
        headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }]
      },
      // The brand studio shows these in frames of its own pages.
      {
        source: '/workspace/brands/:name/preview/:kind',
        headers: [{ key: 'X-Frame-Options', value: 'SAMEORIGIN' }]
      },
      ...developmentHeaders
    ];
  },
  async rewrites() {
    // The source's clients prefix the front door on localhost (P7.014).
    return [
      { source: '/sdportal/heracles/:path*', destination: '/heracles/:path*' },
      { source: '/sdportal/assets/i18n/:path*', destination: '/assets/i18n/:path*' }
    ];
  }
};

// Its request configuration is i18n/request.ts.
export default createNextIntlPlugin()(config);
