// SPDX-License-Identifier: Apache-2.0
/** The pages that stay as the server made them, such as the trash: dates, and the switch between light and dark. */

import { localizeDates } from "./words/dates.js";
import { enableThemeButton } from "./controls/theme.js";

localizeDates(document);
enableThemeButton(document.querySelector("[data-action=theme]"));
document.documentElement.dataset.state = "ready";
