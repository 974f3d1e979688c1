// The summary of what is wrong takes the focus, also where `autofocus` is for fields only.
"use strict";
document.getElementById("errors").focus();
