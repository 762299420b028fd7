/** Loads somebody else's script. When it does not come, nothing else is the worse for it. */
export const loadScript = (url: string): void => {
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  document.head.append(script);
};
