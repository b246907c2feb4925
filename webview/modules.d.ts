/** The bundler takes style sheets from the components that need them and writes one file beside the script. */
declare module '*.css';
