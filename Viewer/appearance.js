// SPDX-License-Identifier: Apache-2.0
// Sets the choice of light or dark before anything is drawn. Not a module: modules run when the page is complete.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage, the system decides.
}
