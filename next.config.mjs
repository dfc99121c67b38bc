/** @type {import('next').NextConfig} */
export default {
  output: 'standalone',
  poweredByHeader: false,
  serverExternalPackages: ['react-dom/server']
};
